//! The loopback interface of a network namespace of its own, which is down at first.

use std::io::{Error, Result};
use std::os::fd::AsRawFd;

use nix::sys::socket::{AddressFamily, MsgFlags, NetlinkAddr, SockFlag, SockProtocol, SockType, recv, sendto, socket};

/// The request RTM_NEWLINK of rtnetlink(7) with the flags NLM_F_REQUEST and NLM_F_ACK.
const RTM_NEWLINK: u16 = 16;
const REQUEST_WITH_ANSWER: u16 = 1 | 4;
/// The type of an answer, NLMSG_ERROR.
const ANSWER: u16 = 2;
/// The flag IFF_UP of netdevice(7).
const UP: u32 = 1;

/// Sets the interface up.
///
/// # Errors
/// The kernel refuses.
pub fn up() -> Result<()> {
    let protocol = Some(SockProtocol::NetlinkRoute);
    let socket = socket(AddressFamily::Netlink, SockType::Raw, SockFlag::SOCK_CLOEXEC, protocol)?;
    let mut request = Vec::new();
    // struct nlmsghdr: length, type, flags, sequence, port.
    request.extend(32u32.to_ne_bytes());
    request.extend(RTM_NEWLINK.to_ne_bytes());
    request.extend(REQUEST_WITH_ANSWER.to_ne_bytes());
    request.extend([0; 8]);
    // struct ifinfomsg: family, type, index (the loopback interface is the first), flags, changed flags.
    request.extend([0; 4]);
    request.extend(1i32.to_ne_bytes());
    request.extend(UP.to_ne_bytes());
    request.extend(UP.to_ne_bytes());
    sendto(socket.as_raw_fd(), &request, &NetlinkAddr::new(0, 0), MsgFlags::empty())?;
    let mut answer = [0; 256];
    let count = recv(socket.as_raw_fd(), &mut answer, MsgFlags::empty())?;
    let kind = u16::from_ne_bytes([answer[4], answer[5]]);
    let code = i32::from_ne_bytes([answer[16], answer[17], answer[18], answer[19]]);
    match (count >= 20 && kind == ANSWER, code) {
        (true, 0) => Ok(()),
        (true, code) => Err(Error::from_raw_os_error(-code)),
        (false, _) => Err(Error::other("an answer of another kind")),
    }
}
