-- A new value of a type can be used only after its transaction, so it has a migration of its own.
alter type public.notification_kind add value 'moved';
