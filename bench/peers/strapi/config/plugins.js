module.exports = {
  'users-permissions': { config: { jwtSecret: 'bench', ratelimit: { enabled: false } } },
}
