"""Sign-in through the OpenID Connect provider of an organisation."""
