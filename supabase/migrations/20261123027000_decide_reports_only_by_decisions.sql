-- Moderators could close a report through the API without an entry in the log and without a word to its sender.
-- decide() does both, as the owner of the table.
drop policy "moderators resolve reports" on public.reports;
revoke update (status, resolution) on public.reports from authenticated;
