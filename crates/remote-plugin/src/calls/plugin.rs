//! Functions of the plugin itself.

use pjrt::abi::{PJRT_Plugin_Attributes_Args, PJRT_Plugin_Initialize_Args};
use pjrt::export::{Call, Caller};

use crate::error::Result;
use crate::implementation::Remote;

impl Call<Remote> for PJRT_Plugin_Initialize_Args {
    unsafe fn call(&mut self, _: Caller<'_>) -> Result<()> {
        Ok(())
    }
}

/// There are none: what programs may be is up to the server.
impl Call<Remote> for PJRT_Plugin_Attributes_Args {
    unsafe fn call(&mut self, _: Caller<'_>) -> Result<()> {
        (self.attributes, self.num_attributes) = (std::ptr::null(), 0);
        Ok(())
    }
}
