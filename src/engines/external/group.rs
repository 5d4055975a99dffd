//! A process with all that it starts: made, watched and killed as one group where the system has groups.

#[cfg(unix)]
mod of_system {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// The process leads a group of its own; Ctrl-C in a terminal does not reach it.
    pub(in super::super) fn isolate(command: &mut Command) {
        command.process_group(0);
    }

    /// Kills the group. The leader is not reaped before, so that no other group can have its number.
    pub(in super::super) fn kill(child: &mut Child) {
        if let Some(group) = pid(child) {
            // A group that has ended need not be killed.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// Whether the leader has ended; it is left to be reaped.
    pub(in super::super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    /// The signal that ended it.
    pub(in super::super) fn signal(status: ExitStatus) -> Option<i32> {
        status.signal()
    }

    fn pid(child: &Child) -> Option<Pid> {
        i32::try_from(child.id()).ok().and_then(Pid::from_raw)
    }
}

#[cfg(not(unix))]
mod of_system {
    use std::process::{Child, Command, ExitStatus};

    /// There are no groups.
    pub(in super::super) fn isolate(_command: &mut Command) {}

    /// Kills the process alone.
    pub(in super::super) fn kill(child: &mut Child) {
        // A process that has ended need not be killed.
        let _ = child.kill();
    }

    /// Whether it has ended.
    pub(in super::super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// There are no signals.
    pub(in super::super) fn signal(_status: ExitStatus) -> Option<i32> {
        None
    }
}

pub(super) use of_system::{has_ended, isolate, kill, signal};
