-- Who sent the letter of an invitation: its page names that person. Of letters from before nobody knows.
alter table mailed_code add column inviter_id uuid references app_user on delete set null;
