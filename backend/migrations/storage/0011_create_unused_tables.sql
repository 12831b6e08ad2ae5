-- A table that tools of hosted projects look for.
create table storage.migrations (
  id integer not null,
  name varchar(100) not null,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp,
  constraint migrations_pkey primary key (id),
  constraint migrations_name_key unique (name)
);
alter table storage.migrations enable row level security;
comment on table storage.migrations is 'Always empty: kept because tools of hosted projects look for it.';
