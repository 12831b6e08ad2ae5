-- The lists of /account: the member's own and those that they make with others.
create function public.own_lists() returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', lists.id, 'kind', lists.kind, 'title', lists.title,
      'visibility', lists.visibility, 'updated_at', lists.updated_at, 'item_count', public.item_count(lists),
      'author', case when lists.author_id <> auth.uid() then private.member_card(lists.author_id) end,
      'is_shared', exists (select from public.list_members where list_id = lists.id),
      'covers', (
        select coalesce(jsonb_agg(private.spot_card(spots) order by cover.is_cover desc, cover.position), '[]')
        from (
          select spot_id, is_cover, position from public.list_items where list_id = lists.id
          order by is_cover desc, position limit 3
        ) as cover join public.spots on spots.id = cover.spot_id
      )) order by lists.kind, lists.updated_at desc), '[]')
    from (
      select * from public.lists where author_id = auth.uid() or id in (select private.shared_list_ids())
      order by kind, updated_at desc limit 200
    ) as lists
  $$;
comment on function public.own_lists is
  'The caller''s own lists and those that they make with others, at most 200: [{id, kind, title, visibility, updated_at, item_count, author (of a list of someone else), is_shared, covers}].';
grant execute on function public.own_lists to authenticated;
