-- clean_line returns null for a name of blanks, and a check that is null passes. Such a site had no name in its header.
update public.instance_settings set site_name = default where private.clean_line(site_name, 40) is null or private.is_invisible(site_name);
update public.instance_settings set contact = null where private.clean_line(contact, 200) is null or private.is_invisible(contact);
alter table public.instance_settings
  drop constraint instance_settings_site_name_check,
  drop constraint instance_settings_contact_check,
  add constraint instance_settings_site_name_check check (
    length(site_name) between 1 and 40 and site_name is not distinct from private.clean_line(site_name, 40)
    and not private.is_invisible(site_name)),
  add constraint instance_settings_contact_check check (
    contact is null or length(contact) between 1 and 200 and contact is not distinct from private.clean_line(contact, 200)
    and not private.is_invisible(contact));
