// The secrets protect nothing: Strapi listens on loopback, and only while it is measured.
module.exports = {
  serveAdminPanel: false,
  auth: { secret: 'bench' },
  apiToken: { salt: 'bench' },
  transfer: { token: { salt: 'bench' } },
  rateLimit: { enabled: false },
}
