/** A post of the generated blog. */
export interface Post {
  readonly slug: string
  readonly title: string
  readonly date: string
  readonly tags: readonly string[]
  readonly author: string
}

const COUNT = 45
const FIRST_YEAR = 2021
const ABOUT_SPR = 18

const SUBJECTS = [
  'A virtual router at a cloud provider',
  'Authentication in 802.11',
  'Hardening conntrack',
  'A firewall for multicast',
  'A network name for guests',
  'The app for phones',
  'Looking into TLS',
  'A private network over others',
  'Wifi firmware opened up',
  'What a security review found',
  'Passwords, one for each device',
  'The next release',
]

/** Tags with fixed paths, and others, as many as a blog has after some years. */
const NAMED =
  'wifi vpn wpa-3 tailscale mitmproxy firewall virtual ppsk plus ios rust multicast conntrack guest nexmon security'.split(
    ' ',
  )
export const TAGS: readonly string[] = ['spr', ...NAMED, ...Array.from({ length: 73 }, (_, i) => `subject-${i + 1}`)]

export const AUTHORS: Readonly<Record<string, string>> = {
  makers: 'The project',
  writers: 'The project, documentation',
}

const others = TAGS.slice(1)

/** Posts, latest first. Every tag is used at least once. */
export const POSTS: readonly Post[] = Array.from({ length: COUNT }, (_, i): Post => {
  const age = COUNT - 1 - i
  const year = FIRST_YEAR + Math.floor(age / 9)
  const month = `${(age % 9) + 2}`.padStart(2, '0')
  const subject = SUBJECTS[i % SUBJECTS.length]!
  return {
    slug: `generated-${COUNT - i}`,
    title: `${subject}, generated ${COUNT - i}`,
    date: `${year}-${month}-11`,
    tags: [
      ...((i * ABOUT_SPR) % COUNT < ABOUT_SPR ? ['spr'] : []),
      others[(2 * i) % others.length]!,
      others[(2 * i + 1) % others.length]!,
    ],
    author: Object.keys(AUTHORS)[i % 2]!,
  }
})
