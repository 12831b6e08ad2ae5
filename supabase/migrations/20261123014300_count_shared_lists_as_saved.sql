-- "Saved" also stands for lists that the viewer makes with others.
create or replace function private.spot_viewer(of public.spots) returns jsonb
  language sql stable set search_path = ''
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
      'queue_position', case when of.status = 'pending' and of.author_id = auth.uid() then private.queue_position(of.created_at) end,
      'link_secret', (select secret from public.links where spot_id = of.id and owner_id = auth.uid())
    )
    from public.list_items join public.lists on lists.id = list_items.list_id
      and (lists.author_id = auth.uid() or (lists.kind = 'own' and lists.id in (select private.edited_list_ids())))
    where list_items.spot_id = of.id
  $$;
