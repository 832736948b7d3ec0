import type { PasswordProblem } from '../../../desk/api.ts'
import { SHORTEST_PASSWORD } from '../../../desk/password.ts'

/** In UTF-16 units of its composed form. */
const LONGEST_PASSWORD = 1024

/** What composes to the longest password is at most four times as long. To compose marks takes their number squared. */
export const LONGEST_TYPED = 4 * LONGEST_PASSWORD

/** What is wrong with a password; `about` is what an attacker would try first, such as the person's name. */
export function passwordProblem(
  password: string,
  about: readonly string[],
): Exclude<PasswordProblem, 'link is used up'> | null {
  if (password.length > LONGEST_TYPED) return 'too long'
  const typed = password.normalize('NFC')
  if ([...typed].length < SHORTEST_PASSWORD) return 'too short'
  if (typed.length > LONGEST_PASSWORD) return 'too long'
  return isCommon(typed, about) ? 'too common' : null
}

/**
 * No list of millions: a password is common when nothing is left of it once the words, runs and digits
 * that lists of leaked passwords are made of are taken away.
 */
function isCommon(password: string, about: readonly string[]): boolean {
  if (/^(.{1,6})\1+.{0,3}$/su.test(password)) return true
  const own = about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 2)
  return [password.toLowerCase(), plain(password)].some((text) => isMadeOf(text, [...own, ...WORDS]))
}

/** As people disguise letters. */
const plain = (password: string) =>
  password.toLowerCase().replace(/[@4013$5!7]/g, (sign) => DISGUISES[sign] ?? sign)

const DISGUISES: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  0: 'o',
  1: 'i',
  3: 'e',
  $: 's',
  5: 's',
  '!': 'i',
  7: 't',
}

/** True where fewer than four letters, and fewer than nine signs in all, are left besides such words and runs. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  let left = text
  for (const word of words.toSorted((one, other) => other.length - one.length))
    left = left.replaceAll(word, ' ')
  for (const run of RUNS) left = withoutRun(left, run)
  return left.replace(/[\s\p{N}\p{P}\p{S}]+/gu, '').length < 4 && left.replace(/\s+/g, '').length < 9
}

/** Removes every stretch of four and more that follows the run, forwards or backwards. */
function withoutRun(text: string, run: string): string {
  let left = text
  for (const line of [run, [...run].reverse().join('')]) {
    for (let length = line.length; length >= 4; length--) {
      for (let start = 0; start + length <= line.length; start++)
        left = left.replaceAll(line.slice(start, start + length), ' ')
    }
  }
  return left
}

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  'qweasdzxc',
  '12qwaszx',
  '147258369',
  '!@#$%^&*()_+',
]

const WORDS = `password passwort passphrase welcome letmein iloveyou iloveu admin administrator root login
  master secret qwerty qwertz azerty monkey dragon football baseball basketball soccer hockey sunshine
  princess superman batman spiderman shadow michael jordan charlie jennifer jessica ashley daniel andrew
  thomas robert matthew whatever trustno starwars pokemon computer internet samsung google facebook
  freedom summer winter spring autumn monday friday january february march april june july august
  september october november december correcthorsebatterystaple correct horse battery staple default
  changeme changeit change please enter access test testing guest user business company office kitchen
  remodel remodeler remodelers remodeling renegade contractor builder house home love lovely forever
  angel family friends hello goodbye money lucky happy killer ninja mustang corvette ferrari harley
  liverpool chelsea arsenal yankees cowboys steelers america canada london newyork blessed jesus christ
  chocolate cookie butterfly flower purple orange yellow silver golden diamond pass word the and for you
  this that my your is mine me telecom theworldinyourhand unbelievable motherfucker fuckyou manchester pakistan
  bismillah elizabeth alexander christopher nicholas jonathan benjamin anthony william patrick michelle
  samantha victoria isabella stephanie nicole amanda`.split(/\s+/)
