-- The chore that deletes removed lists read every list each minute.
create index lists_hidden_at_idx on public.lists (hidden_at) where hidden_at is not null;
