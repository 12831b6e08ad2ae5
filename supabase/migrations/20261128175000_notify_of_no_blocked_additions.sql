-- Followers of a list were notified of additions by members whom they had blocked, or who had blocked them.
create or replace function private.is_from_member(kind public.notification_kind)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN kind::text = any (array['comment', 'reply', 'mention', 'review', 'photo', 'follow', 'suggestion', 'invitation', 'new-spot',
  'new-story', 'new-list', 'list-item']);
