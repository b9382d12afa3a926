-- A refresh token opens its session: of each only SHA-256 is kept, as the server reckons it from now on. A grant has the id of its
-- session, which opens nothing. Nobody is signed out by this.
update oidc set id = encode(sha256(convert_to(id, 'UTF8')), 'hex') where model <> 'Grant';
update oidc set payload = payload - 'jti';
