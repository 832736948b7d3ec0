import { OperatorError } from '../lib/errors.ts'

// Readers of settings. Each throws an OperatorError whose message begins with the name of the setting.

export function wholeNumber(name: string, value: string, max: number): number {
  if (/^\d{1,9}$/.test(value) && Number(value) <= max) return Number(value)
  throw new OperatorError(`${name} must be a whole number from 0 to ${max}.`)
}

export function oneLine(name: string, value: string): string {
  if (!/\p{Cc}/u.test(value) && value.length <= 100) return value
  throw new OperatorError(`${name} must be one line of at most 100 characters.`)
}

export function webAddress(value: string, name: string): string {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new OperatorError(`${name} must be a complete URL that begins with https:// or http://.`)
  // `fetch` rejects such an address, and a link on the page would publish the password.
  if (url.username !== '' || url.password !== '')
    throw new OperatorError(`${name} must not contain a user or password, as in https://USER:PASSWORD@….`)
  return value
}

export function oneOf<Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((one) => one === value)
  if (found !== undefined) return found
  throw new OperatorError(`${name} must be one of ${allowed.join(', ')}.`)
}

export const isOn = (name: string, value: string): boolean => oneOf(name, value, ['off', 'on']) === 'on'
