-- Processes that share this database, and the presences of their members. A crash of the server ends every process's
-- connections as well, so these tables need no WAL.
create unlogged table realtime.nodes (
  id uuid not null,
  expires_at timestamptz not null,
  constraint nodes_pkey primary key (id)
);
alter table realtime.nodes enable row level security;
comment on table realtime.nodes is 'Running processes of the realtime service. Each renews its row before it expires.';

create unlogged table realtime.presences (
  topic text not null,
  private boolean not null,
  id text not null,
  node uuid not null,
  key text not null,
  meta jsonb not null,
  constraint presences_pkey primary key (topic, private, id)
);
create index presences_node_idx on realtime.presences (node);
alter table realtime.presences enable row level security;
comment on table realtime.presences is 'The presences of all processes, from which a new process loads its copy.';
comment on column realtime.presences.id is 'The channel join that the presence belongs to.';

grant select, insert, update, delete on realtime.nodes, realtime.presences to supabase_realtime_admin;
create policy service on realtime.nodes to supabase_realtime_admin using (true) with check (true);
create policy service on realtime.presences to supabase_realtime_admin using (true) with check (true);
