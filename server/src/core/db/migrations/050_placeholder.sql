-- Its number belongs to a change that is made elsewhere.
select 1;
