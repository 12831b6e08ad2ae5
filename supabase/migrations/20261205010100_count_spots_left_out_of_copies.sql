-- A copy of a list has the first 500 spots, because each one takes milliseconds. Nothing said how many were left out.
create or replace function public.copy_list(list text, link_secret text default null)
 returns jsonb
 language plpgsql
 set search_path to ''
as $$
#variable_conflict use_column
declare
  made public.lists;
  copied integer;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  insert into public.lists (author_id, title, description)
  select auth.uid(), title, description from public.lists where id = copy_list.list returning * into made;
  if made.id is null then
    raise sqlstate 'PT404' using message = 'List not found.';
  end if;
  insert into public.list_items (list_id, spot_id, note)
  select made.id, spot_id, note from public.list_items where list_id = copy_list.list order by position, created_at, spot_id limit 500;
  get diagnostics copied = row_count;
  return jsonb_build_object('id', made.id, 'title', made.title,
    'left_out', (select count(*) from public.list_items where list_id = copy_list.list) - copied);
end
$$;
comment on function public.copy_list(text,text) is 'Copies a list, with the first 500 spots and notes that the caller may see, to a private list of theirs. Returns {id, title, left_out}: the number of spots beyond those.';
