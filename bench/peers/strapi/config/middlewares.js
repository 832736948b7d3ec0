// Those it does not start without: a log of each request is one thing less to do.
module.exports = [
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::query',
  'strapi::body',
  'strapi::favicon',
  'strapi::public',
]
