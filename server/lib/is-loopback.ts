/** Whether a host, as a setting, an address or a connection names it, is this machine itself. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|(::ffff:)?127(\.\d+){3}|::1|\[::1\])$/.test(host)
