/** Pokette has no positions with areas: its wheel, stand and grid are drawn by themselves. */
export default { key: "pokette", title: "Pokette", hand: "", phases: ["Bets", "Spin", "Post", "Settle"] };
