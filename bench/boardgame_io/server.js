// boardgame.io's own server with its own defaults; matches live in memory. node server.js PORT
"use strict";
const { Server, Origins } = require("boardgame.io/server");
const { TicTacToe } = require("./game.js");

const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
