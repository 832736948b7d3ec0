module.exports = ({ env }) => ({
  host: env('HOST'),
  port: env.int('PORT'),
  app: { keys: ['bench'] },
  dirs: { public: env('PUBLIC_DIRECTORY') },
  logger: { updates: { enabled: false } },
})
