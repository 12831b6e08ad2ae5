-- Two stories of the same title that were created at the same time got the same slug, and the second one failed with an error
-- of the database.
create or replace function private.tg_posts__derive()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.title := btrim(regexp_replace(new.title, '[[:cntrl:]\s]+', ' ', 'g'));
  -- Stories of the same title wait for each other here, so that each sees the slugs of the others.
  if tg_op = 'INSERT' or new.title <> old.title then
    perform pg_advisory_xact_lock(hashtextextended('slug:' || private.to_slug(new.title, 'story'), 53));
  end if;
  if tg_op = 'INSERT' then
    new.slug := coalesce(new.slug, private.choose_post_slug(new.title, new.id));
    if exists (select from public.posts where slug = new.slug) then
      new.slug := new.slug || '-' || left(new.id, 6);
    end if;
  elsif new.title <> old.title and new.slug = old.slug then
    new.slug := private.choose_post_slug(new.title, new.id);
    if new.slug <> old.slug then
      delete from private.post_slugs where slug = new.slug;
      if old.published_at is not null then
        insert into private.post_slugs (slug, post_id) values (old.slug, old.id) on conflict do nothing;
      end if;
    end if;
  end if;
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
  end if;
  return new;
end
$function$;
