-- A title or comment of invisible characters alone was accepted, and shown as nothing.
create function private.without_invisible(value text)
  returns text
  language sql
  immutable parallel safe
return regexp_replace(value, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\U0001D159\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g');
comment on function private.without_invisible(text) is 'The text without characters that show nothing and are no white space. Some of them join letters, so use it for names and comparisons only.';

create function private.is_invisible(value text)
  returns boolean
  language sql
  immutable parallel safe
return btrim(value) <> ''
  and private.without_invisible(value) !~ '[^\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]';
comment on function private.is_invisible(text) is 'True for a text with characters other than spaces, none of which can be seen.';

create or replace function private.clean_username(value text)
  returns text
  language sql
  immutable parallel safe
return private.clean_line(private.without_invisible(normalize(value, nfkc)), 40);

create function private.tg__reject_invisible()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  raise check_violation using message = format('The %s has only invisible characters. Write something that can be read.', tg_argv[0]);
end
$$;
comment on function private.tg__reject_invisible() is 'Rejects a row. Its triggers say when. Unlike a constraint, it lets moderators change older rows.';

grant execute on function private.without_invisible(text), private.is_invisible(text) to authenticated;

create trigger _120_reject_invisible before insert or update of title on public.spots
  for each row when (private.is_invisible(new.title)) execute function private.tg__reject_invisible('title');
create trigger _120_reject_invisible before insert or update of title on public.posts
  for each row when (private.is_invisible(new.title)) execute function private.tg__reject_invisible('title');
create trigger _120_reject_invisible before insert or update of title on public.lists
  for each row when (private.is_invisible(new.title)) execute function private.tg__reject_invisible('title');
create trigger _120_reject_invisible before insert or update of body on public.comments
  for each row when (private.is_invisible(new.body)) execute function private.tg__reject_invisible('comment');

-- A review may have no text.
create function private.tg_reviews__drop_invisible()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.body := '';
  return new;
end
$$;
create trigger _120_drop_invisible before insert or update of body on public.reviews
  for each row when (private.is_invisible(new.body)) execute function private.tg_reviews__drop_invisible();

create or replace function private.tg_users__clean()
  returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  select account.email, coalesce(account.raw_app_meta_data ->> 'role', '') in ('moderator', 'admin')
    into new.email, new.is_moderator
    from auth.users as account where account.id = new.id;
  new.name := case when not private.is_invisible(new.name) then private.clean_line(new.name, 80) end;
  new.surname := case when not private.is_invisible(new.surname) then private.clean_line(new.surname, 80) end;
  new.username := private.clean_username(new.username);
  if private.is_reserved_username(new.username) and not new.is_moderator then
    new.username := 'member-' || left(new.id::text, 8);
  end if;
  new.avatar_url := case when new.avatar_url ~* '^https?://\S+$' and length(new.avatar_url) <= 2000 then new.avatar_url end;
  new.username_skeleton := private.username_skeleton(new.username);
  -- Only when rows are inserted: an update already holds its row, which an upsert locks after the name.
  if tg_op = 'INSERT' and new.username_skeleton is not null then
    perform pg_advisory_xact_lock(hashtextextended(new.username_skeleton, 53));
  end if;
  if exists (
    select from public.users as other where other.username_skeleton = new.username_skeleton and other.id <> new.id
  ) then
    new.username := left(new.username, 31) || '-' || left(new.id::text, 8);
    new.username_skeleton := private.username_skeleton(new.username);
  end if;
  new.updated_at := now();
  return new;
end
$$;

create or replace function private.describe_invalid_value(failure text)
  returns text
  language sql
  immutable parallel safe
  set search_path = ''
as $$
  select coalesce(
    substring(failure from '^The \w+ has only invisible characters.*'),
    'A value for ' || substring(failure from 'null value in column "(\w+)"') || ' is required.',
    'The value for ' || (regexp_match(failure, 'table "(\w+)" violates foreign key constraint "\1_(\w+)_fkey"'))[2]
      || ' is unknown. Choose one that exists.',
    'The value for ' || (regexp_match(failure, 'relation "(\w+)" violates check constraint "\1_(\w+)_check"'))[2]
      || ' is empty, too long or not allowed.',
    'A value has the wrong type: ' || failure || '.')
$$;

create or replace function private.check_suggested_values(wanted jsonb)
  returns void
  language plpgsql
  stable
  set search_path = ''
as $$
begin
  if wanted ? 'title' and (length(btrim(coalesce(wanted ->> 'title', ''))) not between 1 and 200
    or private.is_invisible(wanted ->> 'title')) then
    raise sqlstate 'PT400' using message = 'Enter a title of at most 200 characters.';
  end if;
  if wanted ? 'category' and not exists (select from public.categories where id = wanted ->> 'category') then
    raise sqlstate 'PT400' using message = 'Choose one of the categories.';
  end if;
  if wanted ? 'tags' and (jsonb_typeof(wanted -> 'tags') <> 'array'
    or not private.is_tag_list(array(select jsonb_array_elements_text(wanted -> 'tags')))) then
    raise sqlstate 'PT400' using message = 'Use at most 12 tags of at most 32 characters.';
  end if;
  if wanted ? 'description' and coalesce(length(wanted ->> 'description'), 10001) > 10000 then
    raise sqlstate 'PT400' using message = 'Use at most 10,000 characters for the description.';
  end if;
  if length(wanted ->> 'address') not between 1 and 300 then
    raise sqlstate 'PT400' using message = 'Use at most 300 characters for the address.';
  end if;
  if length(wanted ->> 'website') > 2000 or wanted ->> 'website' !~* '^https?://[^\s/]+' then
    raise sqlstate 'PT400' using message = 'Enter the whole address of the website, with https://.';
  end if;
  if wanted ? 'access' and not coalesce(wanted ->> 'access' = any (enum_range(null::public.spot_access)::text[]), false) then
    raise sqlstate 'PT400' using message = 'Choose one of the conditions of entry.';
  end if;
  if wanted ?| array['lng', 'lat'] and not coalesce(jsonb_typeof(wanted -> 'lng') = 'number' and jsonb_typeof(wanted -> 'lat') = 'number'
    and (wanted ->> 'lng')::numeric between -180 and 180 and (wanted ->> 'lat')::numeric between -90 and 90, false) then
    raise sqlstate 'PT400' using message = 'Enter a position.';
  end if;
  if wanted ? 'status' and not coalesce(wanted ->> 'status' in ('published', 'closed'), false) then
    raise sqlstate 'PT400' using message = 'A spot is either open or closed for good.';
  end if;
end
$$;
