// Only the required middlewares: without the request log, Strapi is faster.
module.exports = [
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::query',
  'strapi::body',
  'strapi::favicon',
  'strapi::public',
]
