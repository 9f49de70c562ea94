/** A domain without the dot at its end: `www.example.org.` becomes `www.example.org`. The root stays a dot. */
export const withoutDot = (domain: string): string => domain.replace(/(.)\.$/, '$1')
