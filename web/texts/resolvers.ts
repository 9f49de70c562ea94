/** Texts of the choice of public resolvers and of their test. */
export const resolverTexts = {
  choose: 'Choose a provider',
  title: 'DNS providers',
  hint: 'Facts from the documentation of each provider. Nothing changes until you save.',
  failed: 'The providers could not be loaded',
  blocks: {
    none: 'No filter',
    malware: 'Blocks malware',
    ads: 'Blocks ads',
    family: 'Blocks adult content',
  },
  dnssec: 'Validates DNSSEC',
  noDnssec: 'No DNSSEC validation',
  operator: (operator: string, country: string) => `${operator}, ${country}`,
  source: 'Source',
  sourceOf: (provider: string) => `Source: documentation of ${provider}`,
  checked: (date: string) => `checked on ${date}`,
  use: (provider: string, service: string) => `Use ${provider}: ${service}`,
  useShort: 'Use',
  over: (name: string) => `over TLS as ${name}`,
  close: 'Close',

  test: 'Test',
  testing: 'Testing the servers takes up to 5 seconds.',
  results: 'Test results',
  works: (latency: string) => `Answers in ${latency}`,
  fails: (reason: string) => `Does not answer: ${reason}`,
  findings: {
    validates: {
      yes: 'validates DNSSEC',
      no: 'does not validate DNSSEC',
      unknown: 'DNSSEC validation could not be tested',
    },
    alters: {
      yes: 'alters answers',
      no: 'does not alter answers',
      unknown: 'could not test whether answers are altered',
    },
  },
  milliseconds: (amount: string) => `${amount} ms`,
}
