-- A view has up to a thousand marks, and describing them took a third of its processor time: the scale was computed with
-- numeric four times for each, and each text was put together in twelve steps. 4.7 to 3.9 ms for 630 marks.
create or replace function private.mark_scale(level integer) returns double precision
language sql immutable parallel safe
return 10::double precision ^ greatest(0, ceil(level * 0.30103::double precision - 1.35::double precision));

create or replace function private.mark_cluster(
  n bigint, lng double precision, lat double precision, groups bigint[], scale double precision, stack_category text
) returns text
language sql stable
return concat('{"n":', n, ',"lng":', round(lng * scale) / scale, ',"lat":', round(lat * scale) / scale, ',"groups":[',
  array_to_string(groups, ','), ']', case when stack_category is not null then concat(',"stack":"', stack_category, '"') end, '}');
