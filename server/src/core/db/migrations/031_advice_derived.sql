-- What is advised about a cycle follows from what it does and what it is called: it is said when it is asked for, never kept.
alter table recipe_version drop column advice;
