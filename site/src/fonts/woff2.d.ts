/** What is imported is where the build has put it. */
declare module '*.woff2' {
  const address: string
  export default address
}
