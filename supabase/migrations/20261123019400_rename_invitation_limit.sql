-- Triggers that count writes have one name on all tables.
alter trigger _300_limit_writes on public.invitations rename to _900_limit;
