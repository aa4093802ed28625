import manifest from '../package.json' with { type: 'json' }

/** Version of this product. */
export const VERSION: string = manifest.version
