/** The drawing of a style is named after the style's own words. */
export const houseFile = (style: string) => `${style.toLowerCase().replace(/\W+/g, '-')}.svg`
