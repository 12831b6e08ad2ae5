-- The kinds of notifications that stories, lists, suggestions, reports and moderation need. A value cannot be used in the
-- transaction that adds it, so what uses them is in later files.
alter type public.notification_kind add value 'mention';
alter type public.notification_kind add value 'suggestion';
alter type public.notification_kind add value 'suggestion-accepted';
alter type public.notification_kind add value 'suggestion-declined';
alter type public.notification_kind add value 'restored';
alter type public.notification_kind add value 'question';
alter type public.notification_kind add value 'warning';
alter type public.notification_kind add value 'report-handled';
alter type public.notification_kind add value 'invitation';
alter type public.notification_kind add value 'new-story';
alter type public.notification_kind add value 'new-list';
alter type public.notification_kind add value 'list-item';
