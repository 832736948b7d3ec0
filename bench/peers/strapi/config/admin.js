// Secrets of nobody: it listens on loopback, for as long as it is measured.
module.exports = {
  serveAdminPanel: false,
  auth: { secret: 'bench' },
  apiToken: { salt: 'bench' },
  transfer: { token: { salt: 'bench' } },
  rateLimit: { enabled: false },
}
