-- The page of a spot read all lists that the spot is on to find those of the viewer, so that popular spots took longest.
-- A member's own lists and those that they edit are few, and the spot is looked up in each of them.
create or replace function private.spot_viewer(of public.spots)
  returns jsonb
  language sql
  stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'is_author', coalesce(of.author_id = auth.uid(), false),
      'is_moderator', private.is_moderator(),
      'wants', coalesce(bool_or(lists.kind = 'want'), false),
      'has_been', coalesce(bool_or(lists.kind = 'been'), false),
      'is_saved', coalesce(bool_or(lists.kind <> 'been'), false),
      'lists', coalesce(jsonb_agg(lists.id) filter (where lists.id is not null), '[]'),
      'review', (select jsonb_build_object('id', id, 'rating', rating, 'body', body) from public.reviews
        where spot_id = of.id and author_id = auth.uid()),
      'queue_position', case when of.status = 'pending' and of.author_id = auth.uid() then private.queue_position('spot', of.id) end,
      'link_secret', (select secret from public.links where spot_id = of.id and owner_id = auth.uid())
    )
    from public.list_items join public.lists on lists.id = list_items.list_id
    where list_items.spot_id = of.id and list_items.list_id = any (array(select private.edited_list_ids()))
  $$;
