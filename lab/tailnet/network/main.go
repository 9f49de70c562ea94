// network is what a tailnet needs apart from its nodes: a control server and a relay with STUN, from Tailscale's own packages.
//
// Nodes log in with a URL: a GET of it completes the log-in. With -authkey they need that key instead. POST /lab/approve permits the
// routes that nodes advertise, as an administrator of a tailnet does.
package main

import (
	"context"
	"crypto/tls"
	"flag"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"

	"tailscale.com/derp/derpserver"
	"tailscale.com/net/stunserver"
	"tailscale.com/tailcfg"
	"tailscale.com/tstest/integration/testcontrol"
	"tailscale.com/types/key"
	"tailscale.com/types/logger"
)

const (
	controlPort = "443"
	derpPort    = 8443
	stunPort    = 3478
)

func main() {
	address := flag.String("address", "", "the IPv4 address of both servers")
	name := flag.String("name", "", "the domain of the control server")
	certificate := flag.String("certificate", "", "the certificate of the control server, a PEM file")
	certificateKey := flag.String("key", "", "its key, a PEM file")
	authKey := flag.String("authkey", "", "the key that nodes need; without it they log in with a URL")
	flag.Parse()

	startRelay(*address)
	control := &testcontrol.Server{
		DERPMap:         relayMap(*address),
		RequireAuth:     *authKey == "",
		RequireAuthKey:  *authKey,
		AllOnline:       true,
		CollectServices: "false",
		MagicDNSDomain:  "tailnet.test",
		ExplicitBaseURL: "https://" + *name,
		Logf:            logger.Discard,
	}
	mux := http.NewServeMux()
	mux.Handle("/", control)
	mux.HandleFunc("GET /auth/", func(w http.ResponseWriter, r *http.Request) {
		if !control.CompleteAuth(r.URL.Path) {
			http.NotFound(w, r)
		}
	})
	mux.HandleFunc("POST /lab/approve", func(w http.ResponseWriter, r *http.Request) { approve(control) })
	listener, err := net.Listen("tcp", net.JoinHostPort(*address, controlPort))
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{Handler: mux, TLSNextProto: noHTTP2}
	log.Print("tailnet: listening")
	log.Fatal(server.ServeTLS(listener, *certificate, *certificateKey))
}

// noHTTP2 turns HTTP/2 off, which has no upgrades to other protocols.
var noHTTP2 = map[string]func(*http.Server, *tls.Conn, http.Handler){}

// approve permits all routes that nodes advertise now, and no others.
func approve(control *testcontrol.Server) {
	for _, node := range control.AllNodes() {
		routes := []netip.Prefix{}
		if node.Hostinfo.Valid() {
			routes = node.Hostinfo.RoutableIPs().AsSlice()
		}
		control.SetSubnetRoutes(node.Key, routes)
	}
}

func relayMap(address string) *tailcfg.DERPMap {
	return &tailcfg.DERPMap{Regions: map[int]*tailcfg.DERPRegion{1: {
		RegionID:   1,
		RegionCode: "lab",
		Nodes: []*tailcfg.DERPNode{{
			Name:             "lab",
			RegionID:         1,
			HostName:         address,
			IPv4:             address,
			IPv6:             "none",
			DERPPort:         derpPort,
			STUNPort:         stunPort,
			InsecureForTests: true,
		}},
	}}}
}

// startRelay starts a DERP server with a self-signed certificate, and a STUN server.
func startRelay(address string) {
	relay := derpserver.New(key.NewNode(), logger.Discard)
	listener, err := net.Listen("tcp", net.JoinHostPort(address, strconv.Itoa(derpPort)))
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewUnstartedServer(derpserver.Handler(relay))
	server.Listener.Close()
	server.Listener = listener
	server.Config.TLSNextProto = noHTTP2
	server.StartTLS()
	stun := stunserver.New(context.Background())
	if err := stun.Listen(net.JoinHostPort(address, strconv.Itoa(stunPort))); err != nil {
		log.Fatal(err)
	}
	go stun.Serve()
}
