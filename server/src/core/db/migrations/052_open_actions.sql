-- What waits for somebody is looked up with every page of the book.
create index action_open on action (company_id) where state in ('open', 'reopened');
