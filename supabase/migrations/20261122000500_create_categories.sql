-- The 24 categories of spots in seven groups. The group determines shape and colour of the marker.
create table public.categories (
  id text primary key,
  name text not null,
  group_id text not null,
  glyph text not null,
  position smallint not null,
  constraint categories_id_check check (id ~ '^[a-z]{2,20}$'),
  constraint categories_group_id_check check (group_id in ('relief', 'water', 'green', 'past', 'culture', 'table', 'way')),
  constraint categories_position_key unique (position)
);
alter table public.categories enable row level security;
create policy "everyone reads categories" on public.categories for select to anon, authenticated using (true);
grant select on public.categories to anon, authenticated;
comment on table public.categories is 'The categories of spots. Changed only by migrations.';
comment on column public.categories.group_id is 'relief, water, green, past, culture, table or way. Determines shape and colour of the marker.';
comment on column public.categories.glyph is 'Name of the Lucide icon inside the marker.';
insert into public.categories (id, name, group_id, glyph, position) values
  ('summit', 'Summit', 'relief', 'mountain', 1),
  ('viewpoint', 'Viewpoint', 'relief', 'binoculars', 2),
  ('cave', 'Cave & rock', 'relief', 'flashlight', 3),
  ('coast', 'Coast', 'water', 'shell', 4),
  ('swim', 'Swimming', 'water', 'waves-ladder', 5),
  ('waterfall', 'Waterfall', 'water', 'droplets', 6),
  ('spring', 'Spring', 'water', 'droplet', 7),
  ('garden', 'Garden & park', 'green', 'flower-2', 8),
  ('wood', 'Wood & wildlife', 'green', 'trees', 9),
  ('ruin', 'Ruin', 'past', 'amphora', 10),
  ('castle', 'Castle', 'past', 'castle', 11),
  ('sacred', 'Sacred place', 'past', 'flame', 12),
  ('memorial', 'Memorial', 'past', 'pyramid', 13),
  ('museum', 'Museum', 'culture', 'landmark', 14),
  ('art', 'Street art', 'culture', 'spray-can', 15),
  ('building', 'Building', 'culture', 'building-2', 16),
  ('curiosity', 'Curiosity', 'culture', 'orbit', 17),
  ('cafe', 'Café & bakery', 'table', 'coffee', 18),
  ('kitchen', 'Kitchen', 'table', 'utensils', 19),
  ('bar', 'Bar & brewery', 'table', 'beer', 20),
  ('market', 'Market & shop', 'table', 'shopping-basket', 21),
  ('walk', 'Walk', 'way', 'footprints', 22),
  ('station', 'Station', 'way', 'train-front', 23),
  ('stay', 'Hut & stay', 'way', 'tent', 24);
