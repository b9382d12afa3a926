-- Announcements that somebody does not want to see again, in whatever browser.
create table news_hidden (
  user_id uuid not null references app_user (id),
  news_id uuid not null references news (id) on delete cascade,
  primary key (user_id, news_id)
);
create index news_hidden_news on news_hidden (news_id);
