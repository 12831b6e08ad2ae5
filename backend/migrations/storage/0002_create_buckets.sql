-- Buckets.
create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  constraint buckets_pkey primary key (id),
  constraint buckets_name_check check (length(name) <= 100)
);
create unique index bname on storage.buckets (name);
alter table storage.buckets enable row level security;
grant all on storage.buckets to anon, authenticated, service_role;
comment on column storage.buckets.owner is 'Deprecated. Replaced by owner_id, which accepts any subject.';
comment on column storage.buckets.file_size_limit is 'In bytes; if null, only the limit of the installation applies.';
comment on column storage.buckets.allowed_mime_types is 'For example image/png or image/*; null allows every type.';
