import type { Preset, Variant } from './preset.ts'

/**
 * Public resolvers that answer over TLS and HTTPS: facts, with the documentation of each provider (`Source`). `Checked` is the day on
 * which addresses and names were last compared with it; entries without one were not compared yet.
 */

const CHECKED = '2026-11-23'

type Service = Pick<Variant, 'Name' | 'Blocks' | 'IPv4' | 'IPv6' | 'TLSHost'> &
  Partial<Pick<Variant, 'HTTPS' | 'DNSSEC'>>

/** Fills in the path that most providers use, that of RFC 8484, and the validation that most state. */
const service = (of: Service): Variant => ({ HTTPS: `https://${of.TLSHost}/dns-query`, DNSSEC: true, ...of })

export const PRESETS: readonly Preset[] = [
  {
    Name: 'Quad9',
    Operator: 'Quad9 Foundation',
    Country: 'CH',
    Source: 'https://quad9.net/service/service-addresses-and-features/',
    Variants: [
      service({
        ...{ Name: 'Secured', Blocks: 'malware', TLSHost: 'dns.quad9.net' },
        ...{ IPv4: ['9.9.9.9', '149.112.112.112'], IPv6: ['2620:fe::fe', '2620:fe::9'] },
      }),
      service({
        ...{ Name: 'Unsecured', Blocks: 'none', TLSHost: 'dns10.quad9.net', DNSSEC: false },
        ...{ IPv4: ['9.9.9.10', '149.112.112.10'], IPv6: ['2620:fe::10', '2620:fe::fe:10'] },
      }),
    ],
  },
  {
    Name: 'Cloudflare',
    Operator: 'Cloudflare, Inc.',
    Country: 'US',
    Source: 'https://developers.cloudflare.com/1.1.1.1/ip-addresses/',
    Checked: CHECKED,
    Variants: [
      service({
        ...{ Name: '1.1.1.1', Blocks: 'none', TLSHost: 'one.one.one.one' },
        HTTPS: 'https://cloudflare-dns.com/dns-query',
        ...{ IPv4: ['1.1.1.1', '1.0.0.1'], IPv6: ['2606:4700:4700::1111', '2606:4700:4700::1001'] },
      }),
      service({
        ...{ Name: 'For Families, malware', Blocks: 'malware', TLSHost: 'security.cloudflare-dns.com' },
        ...{ IPv4: ['1.1.1.2', '1.0.0.2'], IPv6: ['2606:4700:4700::1112', '2606:4700:4700::1002'] },
      }),
      service({
        ...{ Name: 'For Families, adult content', Blocks: 'family', TLSHost: 'family.cloudflare-dns.com' },
        ...{ IPv4: ['1.1.1.3', '1.0.0.3'], IPv6: ['2606:4700:4700::1113', '2606:4700:4700::1003'] },
      }),
    ],
  },
  {
    Name: 'DNS4EU',
    Operator: 'Whalebone, s.r.o., for the European Commission',
    Country: 'CZ',
    Source: 'https://www.joindns4.eu/for-public',
    Variants: [
      service({
        ...{ Name: 'Protective', Blocks: 'malware', TLSHost: 'protective.joindns4.eu' },
        ...{ IPv4: ['86.54.11.1', '86.54.11.201'], IPv6: ['2a13:1001::86:54:11:1', '2a13:1001::86:54:11:201'] },
      }),
      service({
        ...{ Name: 'Protective, ads', Blocks: 'ads', TLSHost: 'noads.joindns4.eu' },
        ...{ IPv4: ['86.54.11.13', '86.54.11.213'], IPv6: ['2a13:1001::86:54:11:13', '2a13:1001::86:54:11:213'] },
      }),
      service({
        ...{ Name: 'Protective, children', Blocks: 'family', TLSHost: 'child.joindns4.eu' },
        ...{ IPv4: ['86.54.11.12', '86.54.11.212'], IPv6: ['2a13:1001::86:54:11:12', '2a13:1001::86:54:11:212'] },
      }),
      service({
        ...{ Name: 'Protective, children and ads', Blocks: 'family', TLSHost: 'child-noads.joindns4.eu' },
        ...{ IPv4: ['86.54.11.11', '86.54.11.211'], IPv6: ['2a13:1001::86:54:11:11', '2a13:1001::86:54:11:211'] },
      }),
      service({
        ...{ Name: 'Unfiltered', Blocks: 'none', TLSHost: 'unfiltered.joindns4.eu' },
        ...{ IPv4: ['86.54.11.100', '86.54.11.200'], IPv6: ['2a13:1001::86:54:11:100', '2a13:1001::86:54:11:200'] },
      }),
    ],
  },
  {
    Name: 'Mullvad',
    Operator: 'Mullvad VPN AB',
    Country: 'SE',
    Source: 'https://mullvad.net/en/help/dns-over-https-and-dns-over-tls',
    Checked: CHECKED,
    Variants: [
      service({
        ...{ Name: 'Unfiltered', Blocks: 'none', TLSHost: 'dns.mullvad.net' },
        ...{ IPv4: ['194.242.2.2'], IPv6: ['2a07:e340::2'] },
      }),
      service({
        ...{ Name: 'Ads', Blocks: 'ads', TLSHost: 'adblock.dns.mullvad.net' },
        ...{ IPv4: ['194.242.2.3'], IPv6: ['2a07:e340::3'] },
      }),
      service({
        ...{ Name: 'Base: ads and malware', Blocks: 'ads', TLSHost: 'base.dns.mullvad.net' },
        ...{ IPv4: ['194.242.2.4'], IPv6: ['2a07:e340::4'] },
      }),
      service({
        ...{ Name: 'Family', Blocks: 'family', TLSHost: 'family.dns.mullvad.net' },
        ...{ IPv4: ['194.242.2.6'], IPv6: ['2a07:e340::6'] },
      }),
    ],
  },
  {
    Name: 'AdGuard',
    Operator: 'Adguard Software Ltd',
    Country: 'CY',
    Source: 'https://adguard-dns.io/kb/general/dns-providers/',
    Checked: CHECKED,
    Variants: [
      service({
        ...{ Name: 'Default', Blocks: 'ads', TLSHost: 'dns.adguard-dns.com' },
        ...{ IPv4: ['94.140.14.14', '94.140.15.15'], IPv6: ['2a10:50c0::ad1:ff', '2a10:50c0::ad2:ff'] },
      }),
      service({
        ...{ Name: 'Family', Blocks: 'family', TLSHost: 'family.adguard-dns.com' },
        ...{ IPv4: ['94.140.14.15', '94.140.15.16'], IPv6: ['2a10:50c0::bad1:ff', '2a10:50c0::bad2:ff'] },
      }),
      service({
        ...{ Name: 'Unfiltered', Blocks: 'none', TLSHost: 'unfiltered.adguard-dns.com' },
        ...{ IPv4: ['94.140.14.140', '94.140.14.141'], IPv6: ['2a10:50c0::1:ff', '2a10:50c0::2:ff'] },
      }),
    ],
  },
  {
    Name: 'CleanBrowsing',
    Operator: 'CleanBrowsing, LLC',
    Country: 'US',
    Source: 'https://cleanbrowsing.org/filters/',
    Variants: [
      service({
        ...{ Name: 'Security', Blocks: 'malware', TLSHost: 'security-filter-dns.cleanbrowsing.org' },
        HTTPS: 'https://doh.cleanbrowsing.org/doh/security-filter/',
        ...{ IPv4: ['185.228.168.9', '185.228.169.9'], IPv6: ['2a0d:2a00:1::2', '2a0d:2a00:2::2'] },
      }),
      service({
        ...{ Name: 'Adult', Blocks: 'family', TLSHost: 'adult-filter-dns.cleanbrowsing.org' },
        HTTPS: 'https://doh.cleanbrowsing.org/doh/adult-filter/',
        ...{ IPv4: ['185.228.168.10', '185.228.169.11'], IPv6: ['2a0d:2a00:1::1', '2a0d:2a00:2::1'] },
      }),
      service({
        ...{ Name: 'Family', Blocks: 'family', TLSHost: 'family-filter-dns.cleanbrowsing.org' },
        HTTPS: 'https://doh.cleanbrowsing.org/doh/family-filter/',
        ...{ IPv4: ['185.228.168.168', '185.228.169.168'], IPv6: ['2a0d:2a00:1::', '2a0d:2a00:2::'] },
      }),
    ],
  },
  {
    Name: 'Google',
    Operator: 'Google LLC',
    Country: 'US',
    Source: 'https://developers.google.com/speed/public-dns/docs/using',
    Variants: [
      service({
        ...{ Name: 'Public DNS', Blocks: 'none', TLSHost: 'dns.google' },
        ...{ IPv4: ['8.8.8.8', '8.8.4.4'], IPv6: ['2001:4860:4860::8888', '2001:4860:4860::8844'] },
      }),
    ],
  },
  {
    Name: 'OpenDNS',
    Operator: 'Cisco Systems, Inc.',
    Country: 'US',
    Source: 'https://www.opendns.com/setupguide/',
    Variants: [
      service({
        ...{ Name: 'Home', Blocks: 'malware', TLSHost: 'dns.opendns.com' },
        HTTPS: 'https://doh.opendns.com/dns-query',
        ...{ IPv4: ['208.67.222.222', '208.67.220.220'], IPv6: ['2620:119:35::35', '2620:119:53::53'] },
      }),
      service({
        ...{ Name: 'FamilyShield', Blocks: 'family', TLSHost: 'familyshield.opendns.com' },
        HTTPS: 'https://doh.familyshield.opendns.com/dns-query',
        ...{ IPv4: ['208.67.222.123', '208.67.220.123'], IPv6: ['2620:119:35::123', '2620:119:53::123'] },
      }),
    ],
  },
]
