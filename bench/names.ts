/** Who is compared: the product, and what cannot be beaten. Plots show the two apart from peers. */
export const OURS = 'Kitchen Guide'
export const LIMIT = 'the limit'
