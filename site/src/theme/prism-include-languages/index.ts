/** No page knows languages: code has its colours from the build (`plugins/listings.ts`). */
export default function prismIncludeLanguages(): void {}
