-- A story that was published again after it was closed was announced to webhooks a second time. So were spots and stories whose
-- removal or merge was undone, and members who followed their author or city since were notified of them.
-- Restored content is published at once only if it had been published, and so announced, before. Other content is reviewed first.
drop trigger _540_webhooks_update on public.spots;
create trigger _540_webhooks_update after update of status, visibility on public.spots for each row
  when (new.status = 'published' and new.visibility = 'public'
    and not (old.status in ('published', 'closed', 'removed') and old.visibility = 'public'))
  execute function private.tg_spots__queue_webhooks();

drop trigger _540_webhooks_update on public.posts;
create trigger _540_webhooks_update after update of status, visibility on public.posts for each row
  when (new.status = 'published' and new.visibility = 'public'
    and not (old.status in ('published', 'closed', 'removed') and old.visibility = 'public'))
  execute function private.tg_posts__queue_webhooks();

drop trigger _550_news_update on public.spots;
create trigger _550_news_update after update of status, visibility on public.spots for each row
  when (new.status = 'published' and new.visibility in ('public', 'members')
    and new.author_id is not null and new.import_batch is null
    and not (old.status in ('published', 'closed', 'removed') and old.visibility in ('public', 'members')))
  execute function private.tg_spots__queue_news();

drop trigger _550_news_update on public.posts;
create trigger _550_news_update after update of status, visibility on public.posts for each row
  when (new.status = 'published' and new.visibility in ('public', 'members') and new.author_id is not null
    and not (old.status in ('published', 'closed', 'removed') and old.visibility in ('public', 'members')))
  execute function private.tg_posts__queue_news();
