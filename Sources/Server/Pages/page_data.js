"use strict";

/** The data that the server wrote into the page for its scripts. */
export const pageData = JSON.parse(document.getElementById("page-data").textContent);
