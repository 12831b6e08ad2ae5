-- As its owner, the check found comments that the caller may not see, so that a reply told their ids from unknown ones.
alter function private.tg_comments__check_parent() security invoker;
