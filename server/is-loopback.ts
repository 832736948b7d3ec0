/** Whether a host, as a setting or an address names it, is this machine itself. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
