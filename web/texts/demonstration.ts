/** The note on every page of a demonstration home. */
export const demonstrationTexts = {
  title: 'Demonstration home',
  hint: 'All devices and the network are simulated. No packet is sent.',
}
