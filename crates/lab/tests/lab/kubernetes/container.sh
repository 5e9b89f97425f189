# Runs a program as a container's: its folders are mounted over a copy of this host's root. Arguments: an
# empty folder for the root, the number of mounts, a source and a target for each, the working directory, the
# program.
set -eu
PATH=${PATH:-/usr/bin:/bin}:/usr/sbin:/sbin
root=$1
mounts=$2
shift 2
mount -t tmpfs none "$root"
for entry in /*; do
    if [ -L "$entry" ]; then
        cp -P "$entry" "$root/"
    elif [ -d "$entry" ]; then
        mkdir -p "$root$entry"
        case $entry in
        /content | /home | /run) ;;
        *) mount --rbind "$entry" "$root$entry" ;;
        esac
    fi
done
while [ "$mounts" -gt 0 ]; do
    mkdir -p "$root$2"
    mount --bind "$1" "$root$2"
    shift 2
    mounts=$((mounts - 1))
done
exec chroot "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$@"
